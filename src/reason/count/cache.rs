//! The counts of components that were met before.
//!
//! **What it does.** A table with buckets of [`WAYS`] entries that grows up to a bound on bytes; from then on a new
//! entry replaces the one in its bucket that was used longest ago. An entry's key is a fingerprint of 128 random bits:
//! the sum of the keys of the component's variables and clauses. Two of `n` components get the same key with a
//! probability below `n^2 / 2^129`: 10^-20 for a billion of them.
//!
//! **Soundness.** While clauses are learned, the count of a component may be too low when a component beside it has no
//! model (Sang, Bacchus, Beame, Kautz, Pitassi, SAT'04). Such counts are only wrong inside a branch that has no model
//! itself. A log of what was stored since that branch began lets [`Cache::forget_since`] remove them.
//!
//! **References.** Thurley, SAT'06 (bounded cache); Sharma, Roy, Soos, Meel, IJCAI'19 (fingerprints instead of
//! components).

use super::number::Number;

/// Entries in a bucket.
const WAYS: usize = 4;

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
    /// The low halves of the stored keys, in the order of their storing.
    log: Vec<u64>,
    /// Questions that were answered.
    pub hits: u64,
    /// Questions.
    pub lookups: u64,
}

impl Cache {
    /// An empty table of at most this many bytes.
    pub fn new(most_bytes: usize) -> Cache {
        let entries = vec![FREE; WAYS << 8];
        Cache { entries, filled: 0, heap: 0, most_bytes, clock: 0, log: Vec::new(), hits: 0, lookups: 0 }
    }

    /// Where the bucket of a key begins.
    fn bucket(&self, key: u128) -> usize {
        let buckets = self.entries.len() / WAYS;
        (key as u64 as usize & (buckets - 1)) * WAYS
    }

    /// The count that is stored for a key, and its node.
    pub fn get(&mut self, key: u128) -> Option<(&Number, u32)> {
        self.lookups += 1;
        let start = self.bucket(key);
        let place = self.entries[start..start + WAYS].iter().position(|entry| entry.key == key)?;
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
        let bucket = &mut self.entries[start..start + WAYS];
        let rank = |entry: &&mut Entry| (entry.key != 0 && entry.key != key, u32::MAX - clock.wrapping_sub(entry.used));
        let Some(entry) = bucket.iter_mut().min_by_key(rank) else { return };
        self.filled += usize::from(entry.key == 0);
        self.heap = self.heap + value.heap_bytes() - entry.value.heap_bytes();
        *entry = Entry { key, value, used: clock, node };
        self.log.push(key as u64);
    }

    /// How many counts were stored so far.
    pub fn mark(&self) -> usize {
        self.log.len()
    }

    /// Removes what was stored since then.
    pub fn forget_since(&mut self, mark: usize) {
        while self.log.len() > mark {
            let Some(low) = self.log.pop() else { return };
            let start = self.bucket(u128::from(low));
            for entry in &mut self.entries[start..start + WAYS] {
                if entry.key as u64 == low && entry.key != 0 {
                    self.heap -= entry.value.heap_bytes();
                    self.filled -= 1;
                    *entry = FREE;
                }
            }
        }
    }

    /// Whether the log has grown so long that [`Cache::compact`] pays.
    pub fn is_log_long(&self) -> bool {
        self.log.len() > 2 * self.entries.len()
    }

    /// Removes from the log what is in the table no more; `marks` are moved along, in ascending order.
    pub fn compact<'m>(&mut self, marks: impl Iterator<Item = &'m mut usize>) {
        let mut kept = 0;
        let mut marks = marks.peekable();
        for index in 0..self.log.len() {
            while let Some(mark) = marks.next_if(|mark| **mark <= index) {
                *mark = kept;
            }
            let low = self.log[index];
            let start = self.bucket(u128::from(low));
            if self.entries[start..start + WAYS].iter().any(|entry| entry.key as u64 == low) {
                self.log[kept] = low;
                kept += 1;
            }
        }
        marks.for_each(|mark| *mark = kept);
        self.log.truncate(kept);
    }

    /// The bytes in use.
    pub fn bytes(&self) -> usize {
        self.entries.len() * size_of::<Entry>() + self.heap + self.log.capacity() * 8
    }

    fn grow(&mut self) {
        let larger = vec![FREE; 2 * self.entries.len()];
        let old = std::mem::replace(&mut self.entries, larger);
        for entry in old.into_iter().filter(|entry| entry.key != 0) {
            let start = self.bucket(entry.key);
            let free = self.entries[start..start + WAYS].iter_mut().find(|entry| entry.key == 0);
            // A bucket's entries go to two buckets, so that each of these has room for all.
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
    fn what_was_stored_since_a_mark_is_forgotten() {
        let mut cache = Cache::new(1 << 20);
        let mut rng = Rng::new(1);
        let keys: Vec<u128> = (0..3000).map(|_| u128::from(rng.bits()) << 64 | u128::from(rng.bits())).collect();
        let mut marks = Vec::new();
        for (index, &key) in keys.iter().enumerate() {
            if index % 1000 == 0 {
                marks.push(cache.mark());
            }
            cache.put(key, Number::Small(index as i64), 0);
        }
        let found = |cache: &mut Cache, index: usize| {
            cache.get(keys[index]).is_some_and(|(value, _)| *value == Number::Small(index as i64))
        };
        let before = (0..1000).filter(|&index| found(&mut cache, index)).count();
        cache.compact(marks.iter_mut());
        cache.forget_since(marks[1]);
        assert!((1000..3000).all(|index| !found(&mut cache, index)));
        assert_eq!((0..1000).filter(|&index| found(&mut cache, index)).count(), before);
        assert!(before > 800, "{before}");
        assert_eq!(cache.filled, before);
    }

    #[test]
    fn the_table_stays_within_its_bytes() {
        let mut cache = Cache::new(1 << 20);
        let mut rng = Rng::new(2);
        for _ in 0..100_000 {
            let mut value = Number::ONE;
            value.double(rng.index(400));
            cache.put(u128::from(rng.bits()) << 64 | u128::from(rng.bits()), value, 0);
            if cache.is_log_long() {
                cache.compact(std::iter::empty());
            }
        }
        assert!(cache.bytes() < 3 << 20, "{}", cache.bytes());
    }
}
