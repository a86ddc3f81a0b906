//! The counts of components that were met before.
//!
//! **What it does.** A table with buckets of [`ENTRIES_PER_BUCKET`] entries that grows up to a bound on bytes; from
//! then on a new entry replaces the one in its bucket that was used longest ago. An entry's key is a fingerprint of 128
//! random bits: the sum of the keys of the component's variables and clauses. Two of `n` components get the same key
//! with a probability below `n^2 / 2^129`: 10^-20 for a billion of them.
//!
//! **References.** Thurley, SAT'06 (bounded cache); Sharma, Roy, Soos, Meel, IJCAI'19 (fingerprints instead of
//! components).

use super::number::Number;

/// Entries in a bucket.
const ENTRIES_PER_BUCKET: usize = 4;

#[derive(Clone, Debug)]
struct Entry {
    /// 0 where free.
    key: u128,
    value: Number,
    /// When it was used last.
    used: u32,
    /// The certificate's node of the component.
    node: u32,
}

const FREE: Entry = Entry { key: 0, value: Number::ZERO, used: 0, node: 0 };

/// A bounded table from fingerprints to counts.
#[derive(Debug)]
pub struct Cache {
    entries: Vec<Entry>,
    filled: usize,
    /// Bytes of numbers that do not fit into their entry.
    heap: usize,
    most_bytes: usize,
    clock: u32,
    /// Look-ups that found an entry.
    pub hits: u64,
    /// All look-ups.
    pub lookups: u64,
}

impl Cache {
    /// An empty table of at most this many bytes.
    pub fn new(most_bytes: usize) -> Cache {
        let entries = vec![FREE; ENTRIES_PER_BUCKET << 8];
        Cache { entries, filled: 0, heap: 0, most_bytes, clock: 0, hits: 0, lookups: 0 }
    }

    /// Where the bucket of a key begins.
    fn bucket(&self, key: u128) -> usize {
        let buckets = self.entries.len() / ENTRIES_PER_BUCKET;
        (key as u64 as usize & (buckets - 1)) * ENTRIES_PER_BUCKET
    }

    /// The count that is stored for a key, and its node.
    pub fn get(&mut self, key: u128) -> Option<(&Number, u32)> {
        self.lookups += 1;
        let start = self.bucket(key);
        let place = self.entries[start..start + ENTRIES_PER_BUCKET].iter().position(|entry| entry.key == key)?;
        self.hits += 1;
        self.clock = self.clock.wrapping_add(1);
        let entry = &mut self.entries[start + place];
        entry.used = self.clock;
        Some((&entry.value, entry.node))
    }

    /// Stores a count.
    pub fn put(&mut self, key: u128, value: Number, node: u32) {
        if 2 * self.filled >= self.entries.len() && self.bytes() + 24 * self.entries.len() * 2 < self.most_bytes {
            self.grow();
        }
        if self.bytes() > self.most_bytes && self.heap > self.most_bytes / 4 {
            self.drop_older_half();
        }
        let start = self.bucket(key);
        self.clock = self.clock.wrapping_add(1);
        let clock = self.clock;
        let bucket = &mut self.entries[start..start + ENTRIES_PER_BUCKET];
        let rank = |entry: &&mut Entry| (entry.key != 0 && entry.key != key, u32::MAX - clock.wrapping_sub(entry.used));
        let Some(entry) = bucket.iter_mut().min_by_key(rank) else { return };
        self.filled += usize::from(entry.key == 0);
        self.heap = self.heap + value.heap_bytes() - entry.value.heap_bytes();
        *entry = Entry { key, value, used: clock, node };
    }

    /// The bytes in use.
    pub fn bytes(&self) -> usize {
        self.entries.len() * size_of::<Entry>() + self.heap
    }

    fn grow(&mut self) {
        let larger = vec![FREE; 2 * self.entries.len()];
        let old = std::mem::replace(&mut self.entries, larger);
        for entry in old.into_iter().filter(|entry| entry.key != 0) {
            let start = self.bucket(entry.key);
            let free = self.entries[start..start + ENTRIES_PER_BUCKET].iter_mut().find(|entry| entry.key == 0);
            // The entries of a bucket go to two buckets, each of which has room for all of them.
            if let Some(free) = free {
                *free = entry;
            }
        }
    }

    fn drop_older_half(&mut self) {
        let mut ages: Vec<u32> = self.entries.iter().filter(|entry| entry.key != 0).map(|entry| entry.used).collect();
        if ages.is_empty() {
            return;
        }
        let middle = ages.len() / 2;
        let limit = *ages.select_nth_unstable(middle).1;
        for entry in &mut self.entries {
            if entry.key != 0 && entry.used <= limit {
                self.heap -= entry.value.heap_bytes();
                self.filled -= 1;
                *entry = FREE;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::util::rng::Rng;

    #[test]
    fn the_table_stays_within_its_bytes() {
        let mut cache = Cache::new(1 << 20);
        let mut rng = Rng::new(2);
        for _ in 0..100_000 {
            let mut value = Number::ONE;
            value.double(rng.index(400));
            cache.put(u128::from(rng.bits()) << 64 | u128::from(rng.bits()), value, 0);
        }
        assert!(cache.bytes() < 3 << 20, "{}", cache.bytes());
    }
}
