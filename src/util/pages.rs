//! Large arrays of plain numbers on huge pages, where the system has them.
//!
//! **What it does.** Maps an array of 4 MB and more by itself and asks for huge pages. Smaller arrays are vectors; so
//! are all of them where mapping fails, outside Linux, and without the feature `system`.
//!
//! **Why it pays.** Random accesses to an array miss not only the caches but also the page table. On a virtual machine,
//! a chain of dependent loads took 71 ns each over 4 MB with small pages, 16 with huge ones; 166 and 137 over 16 MB.

/// What a mapping can hold: numbers and arrays of numbers, for which all bits 0 means 0.
#[cfg(all(target_os = "linux", feature = "system"))]
pub use bytemuck::Pod;

/// What an array can hold.
#[cfg(not(all(target_os = "linux", feature = "system")))]
pub trait Pod: Copy {}
#[cfg(not(all(target_os = "linux", feature = "system")))]
impl<T: Copy> Pod for T {}

/// Bytes of a huge page; an array smaller than two of them is not worth a mapping.
#[cfg(all(target_os = "linux", feature = "system"))]
const HUGE: usize = 2 << 20;

/// An array of numbers of fixed length.
#[derive(Debug)]
pub struct Pages<T>(Storage<T>);

#[derive(Debug)]
enum Storage<T> {
    Heap(Vec<T>),
    /// The array begins at the start of a huge page, `offset` bytes into the mapping.
    #[cfg(all(target_os = "linux", feature = "system"))]
    Mapped {
        map: memmap2::MmapMut,
        offset: usize,
        bytes: usize,
    },
}

impl<T: Pod + Default> Pages<T> {
    /// An array of `len` zeros.
    pub fn zeroed(len: usize) -> Pages<T> {
        #[cfg(all(target_os = "linux", feature = "system"))]
        if let Some(mapped) = len.checked_mul(size_of::<T>()).filter(|&bytes| bytes >= 2 * HUGE).and_then(map) {
            return Pages(mapped);
        }
        Pages(Storage::Heap(vec![T::default(); len]))
    }

    /// The numbers.
    #[inline]
    pub fn get(&self) -> &[T] {
        match &self.0 {
            Storage::Heap(items) => items,
            #[cfg(all(target_os = "linux", feature = "system"))]
            Storage::Mapped { map, offset, bytes } => bytemuck::cast_slice(&map[*offset..*offset + *bytes]),
        }
    }

    /// The numbers, to be written.
    #[inline]
    pub fn get_mut(&mut self) -> &mut [T] {
        match &mut self.0 {
            Storage::Heap(items) => items,
            #[cfg(all(target_os = "linux", feature = "system"))]
            Storage::Mapped { map, offset, bytes } => bytemuck::cast_slice_mut(&mut map[*offset..*offset + *bytes]),
        }
    }
}

impl<T: Pod + Default> Clone for Pages<T> {
    fn clone(&self) -> Pages<T> {
        let mut copy = Pages::zeroed(self.get().len());
        copy.get_mut().copy_from_slice(self.get());
        copy
    }
}

/// A mapping with huge pages; `None` when there is none to be had.
#[cfg(all(target_os = "linux", feature = "system"))]
fn map<T>(bytes: usize) -> Option<Storage<T>> {
    let map = memmap2::MmapMut::map_anon(bytes.checked_add(HUGE)?).ok()?;
    map.advise(memmap2::Advice::HugePage).ok()?;
    let offset = (map.as_ptr() as usize).next_multiple_of(HUGE) - map.as_ptr() as usize;
    Some(Storage::Mapped { map, offset, bytes })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrays_of_any_length_hold_what_was_written() {
        for len in [0, 1, 1000, (1 << 20) - 1, 1 << 20, (1 << 20) + 1, 5_000_003] {
            let mut pages = Pages::<u32>::zeroed(len);
            assert!(pages.get().len() == len && pages.get().iter().all(|&item| item == 0));
            for (item, number) in pages.get_mut().iter_mut().zip(7..) {
                *item = number;
            }
            let copy = pages.clone();
            drop(pages);
            assert!(copy.get().iter().zip(7..).all(|(&item, number)| item == number));
        }
    }
}
