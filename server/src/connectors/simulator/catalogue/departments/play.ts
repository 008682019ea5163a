import { department } from '../kind.ts';

export const toys = department(
  {
    category: 'Toys & Games',
    glyph: 'star',
    makers: 'Wonderblock|Little Acorn|Brightside Games|Tumbletown|Kite & Key',
  },
  [
    {
      noun: 'Building Set',
      under: 'Building',
      lines: 'Space Station|City Fire Truck|Castle|Botanical Bouquet|Race Car',
      tails: '320 Pieces|640 Pieces|1,250 Pieces',
      price: [19, 149],
      grams: [400, 2600],
      bullets: 'Bricks fit the known ones|Steps in pictures|Bags by number|Minifigures inside|For eight and over',
      specs: { Age: '6+|8+|12+', Pieces: '320|640|1,250' },
    },
    {
      noun: 'Board Game',
      under: 'Games',
      lines: 'Family Strategy|Cooperative Mystery|Party Trivia|Cozy Farm|Railway',
      tails: '|2-6 Players|Deluxe Edition',
      price: [14, 69],
      grams: [600, 2300],
      bullets: 'Explained in five minutes|Plays in 45|Good with two|Wooden pieces|Each game different',
      specs: { Players: '2-4|2-6|4-8', Time: '30 min|45 min|90 min' },
    },
    {
      noun: 'Jigsaw Puzzle',
      under: 'Puzzles',
      lines: 'National Parks|Night Market|Vintage Maps|Cats in Windows',
      tails: '500 Pieces|1,000 Pieces|2,000 Pieces',
      price: [12, 39],
      grams: [450, 1300],
      bullets: 'Linen finish|Pieces that click|Poster inside|Printed with soy ink|No dust',
      specs: { Pieces: '500|1,000|2,000', Finished: '20 x 27 in|26 x 38 in' },
    },
    {
      noun: 'Wooden Train Set',
      under: 'Preschool',
      lines: 'Starter|Mountain Loop|Farm|Battery Engine',
      tails: '40 Pieces|80 Pieces|with Table',
      price: [24, 129],
      grams: [1500, 9000],
      bullets: 'Beech wood|Magnets that hold|Fits other tracks|Rounded edges|Painted with water colours',
      specs: { Age: '3+', Material: 'Beech' },
    },
    {
      noun: 'Remote Control Car',
      under: 'Vehicles',
      lines: 'Rock Crawler|Drift|Monster Truck|Stunt',
      tails: '|with 2 Batteries|1:16 Scale',
      price: [22, 119],
      grams: [600, 2800],
      colors: 'Red|Blue',
      bullets:
        'Drives up walls of gravel|Forty minutes of play|Waterproof|Parts can be bought|Two cars do not disturb each other',
      specs: { Scale: '1:16|1:20', 'Top speed': '9 mph|22 mph' },
    },
  ],
);

const creatures =
  'Pikachu|Eevee|Snorlax|Bulbasaur|Charmander|Squirtle|Jigglypuff|Gengar|Psyduck|Mew|Ditto|Lapras|Cubone|Vulpix|Slowpoke';

export const creaturesShop = department(
  { category: 'Pokémon Center', glyph: 'star', makers: 'Pokémon Center', pattern: '{line} {noun} {tail}' },
  (
    [
      ['Plush', 'Plush', 'heart', '8 In.|12 In.|Sitting Cuties 5 In.', 13, 59, 420],
      ['Figure', 'Figures', 'star', 'Gallery|Mini|Diorama', 14, 69, 380],
      ['Enamel Pin', 'Pins', 'gem', '|4-Pack|Large', 9, 29, 40],
      ['Mug', 'Home > Kitchen', 'pot', '|14 oz|Set of 2', 15, 34, 480],
      ['Backpack', 'Bags', 'box', '|Mini|with Ears', 34, 79, 760],
      ['Playmat', 'Trading Cards', 'card', '|Stitched|Full Art', 19, 34, 390],
      ['Deck Sleeves', 'Trading Cards', 'card', '65 Sleeves|Matte, 65 Sleeves', 9, 14, 120],
      ['Hooded Blanket', 'Home', 'shirt', '|Kids|Adult', 39, 79, 1300],
      ['Keychain', 'Accessories', 'gem', '|with Charm', 8, 18, 40],
      ['Socks', 'Apparel', 'shirt', '1 Pair|3 Pairs', 9, 24, 110],
    ] as const
  ).map(([noun, under, glyph, tails, from, to, grams]) => ({
    noun,
    under,
    glyph,
    lines: creatures,
    tails,
    price: [from, to] as const,
    grams: [Math.round(grams * 0.6), grams] as const,
    bullets:
      'Only at the Center|Embroidered or printed in fine detail|For fans from six years|Comes in a keepsake bag|Collect the whole series',
    specs: { Age: '6+', Authenticity: 'Official item' },
  })),
);
