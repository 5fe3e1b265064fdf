//! Sets of tiles, by their numbers.

/// Largest number of tiles in a pile.
pub(crate) const MOST_TILES: usize = 256;

/// A set of tile numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct TileSet([u64; MOST_TILES / 64]);

impl TileSet {
    /// The numbers below `count`.
    pub fn first(count: usize) -> Self {
        (0..count).collect()
    }

    /// Adds a tile.
    #[inline]
    pub fn insert(&mut self, tile: usize) {
        self.0[tile / 64] |= 1 << (tile % 64);
    }

    /// Takes a tile out.
    #[inline]
    pub fn remove(&mut self, tile: usize) {
        self.0[tile / 64] &= !(1 << (tile % 64));
    }

    /// Returns whether the tile is in the set.
    #[inline]
    pub fn contains(&self, tile: usize) -> bool {
        self.0[tile / 64] >> (tile % 64) & 1 == 1
    }

    /// Returns whether a tile is in both sets.
    #[inline]
    pub fn meets(&self, other: &TileSet) -> bool {
        self.0.iter().zip(&other.0).any(|(one, other)| one & other != 0)
    }

    /// Returns the tiles that are in both sets.
    #[inline]
    pub fn and(&self, other: &TileSet) -> TileSet {
        TileSet(std::array::from_fn(|word| self.0[word] & other.0[word]))
    }

    /// Returns the tiles that are not in the other set.
    #[inline]
    pub fn without(&self, other: &TileSet) -> TileSet {
        TileSet(std::array::from_fn(|word| self.0[word] & !other.0[word]))
    }

    /// Returns whether there are no tiles.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0 == [0; MOST_TILES / 64]
    }

    /// Returns the number of tiles.
    #[inline]
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Returns the tiles in order.
    pub fn iter(&self) -> impl Iterator<Item = usize> + use<> {
        self.0.into_iter().enumerate().flat_map(|(at, word)| {
            let next = |&word: &u64| Some(word & (word - 1)).filter(|&rest| rest != 0);
            std::iter::successors(Some(word).filter(|&word| word != 0), next)
                .map(move |word| 64 * at + word.trailing_zeros() as usize)
        })
    }
}

impl FromIterator<usize> for TileSet {
    fn from_iter<T: IntoIterator<Item = usize>>(tiles: T) -> Self {
        let mut set = TileSet::default();
        tiles.into_iter().for_each(|tile| set.insert(tile));
        set
    }
}
