/** Prices are in major units. XAF and XOF are both tied to the euro at the same rate, so they share one number. */
export interface VariantSeed {
  title: string
  sku: string
  options: Record<string, string>
  cfa: number
  eur: number
}

export interface ProductSeed {
  handle: string
  title: string
  subtitle: string
  description: string
  category: string
  /** file in static/products, without extension */
  picture: string
  weight: number
  origin_country: string
  options: Array<{ title: string; values: string[] }>
  variants: VariantSeed[]
  french: { title: string; subtitle: string; description: string }
}

/** Titles of options and their values; what is missing here reads the same in French ("250 g"). */
export const frenchOptions: Record<string, string> = {
  Weight: "Poids",
  Jar: "Pot",
  Pack: "Lot",
  "One bar": "Une tablette",
  "Five bars": "Cinq tablettes",
  Length: "Longueur",
  "2 yards": "2 yards",
  "6 yards": "6 yards",
  Colour: "Couleur",
  Sunrise: "Aurore",
  Lagoon: "Lagune",
  Size: "Taille",
  "One size": "Taille unique",
  Small: "Petit",
  Large: "Grand",
}

/** "2 yards / Sunrise" is "2 yards / Aurore". */
export const inFrench = (name: string) =>
  name
    .split(" / ")
    .map((part) => frenchOptions[part] ?? part)
    .join(" / ")

export const categories = ["Pantry", "Textiles", "Home & Care"]

const sized = (title: string, values: Array<[value: string, sku: string, cfa: number, eur: number]>) => ({
  options: [{ title, values: values.map(([value]) => value) }],
  variants: values.map(([value, sku, cfa, eur]) => ({
    title: value,
    sku,
    options: { [title]: value },
    cfa,
    eur,
  })),
})

export const products: ProductSeed[] = [
  {
    handle: "west-highlands-coffee",
    title: "West Highlands Coffee",
    subtitle: "Arabica, medium roast",
    description:
      "Washed arabica grown at 1,600 metres around Bafoussam and roasted in small lots. Cocoa and orange peel, a soft finish. Whole beans.",
    category: "Pantry",
    picture: "coffee",
    weight: 250,
    french: {
      title: "Café des Hauts Plateaux",
      subtitle: "Arabica, torréfaction moyenne",
      description:
        "Arabica lavé, cultivé à 1 600 mètres autour de Bafoussam et torréfié en petits lots. Cacao et écorce d’orange, finale douce. Café en grains.",
    },
    origin_country: "cm",
    ...sized("Weight", [
      ["250 g", "COFFEE-250", 3600, 5.5],
      ["500 g", "COFFEE-500", 6400, 9.8],
      ["1 kg", "COFFEE-1000", 12000, 18.3],
    ]),
  },
  {
    handle: "penja-white-pepper",
    title: "Penja White Pepper",
    subtitle: "From the volcanic valley",
    description:
      "White pepper from the black soil of Penja, picked ripe, soaked in spring water and dried in the sun. Warm and a little woody: grind it over grilled fish.",
    category: "Pantry",
    picture: "pepper",
    weight: 60,
    french: {
      title: "Poivre blanc de Penja",
      subtitle: "De la vallée volcanique",
      description:
        "Poivre blanc des terres noires de Penja, cueilli mûr, trempé dans l’eau de source et séché au soleil. Chaud et légèrement boisé : à moudre sur un poisson braisé.",
    },
    origin_country: "cm",
    ...sized("Weight", [
      ["60 g", "PEPPER-60", 2800, 4.3],
      ["120 g", "PEPPER-120", 4800, 7.3],
    ]),
  },
  {
    handle: "oku-white-honey",
    title: "Oku White Honey",
    subtitle: "Mountain forest honey",
    description:
      "Creamy white honey from the cloud forest of Mount Oku, gathered once a year by the beekeepers of the village cooperative.",
    category: "Pantry",
    picture: "honey",
    weight: 350,
    french: {
      title: "Miel blanc d’Oku",
      subtitle: "Miel de forêt de montagne",
      description:
        "Miel blanc et crémeux de la forêt de nuages du mont Oku, récolté une fois par an par les apiculteurs de la coopérative du village.",
    },
    origin_country: "cm",
    ...sized("Jar", [
      ["250 g", "HONEY-250", 4000, 6.1],
      ["500 g", "HONEY-500", 7200, 11],
    ]),
  },
  {
    handle: "dark-chocolate-72",
    title: "Dark Chocolate 72 %",
    subtitle: "Single estate, 80 g",
    description:
      "Cocoa from one estate near San-Pédro, stone-ground for two days with nothing but sugar. Dried plum and a hint of smoke.",
    category: "Pantry",
    picture: "chocolate",
    weight: 80,
    french: {
      title: "Chocolat noir 72 %",
      subtitle: "Une seule plantation, 80 g",
      description:
        "Cacao d’une seule plantation près de San-Pédro, broyé deux jours à la meule avec du sucre et rien d’autre. Prune séchée et une pointe de fumée.",
    },
    origin_country: "ci",
    ...sized("Pack", [
      ["One bar", "CHOCO-1", 2000, 3.1],
      ["Five bars", "CHOCO-5", 8800, 13.4],
    ]),
  },
  {
    handle: "wax-cloth",
    title: "Wax Cloth",
    subtitle: "Cotton, printed on both sides",
    description:
      "Crisp cotton wax print with deep colour on both sides, 116 cm wide. Two yards make a skirt, six a full dress.",
    category: "Textiles",
    picture: "wax",
    weight: 700,
    french: {
      title: "Pagne wax",
      subtitle: "Coton imprimé des deux côtés",
      description:
        "Wax de coton aux couleurs profondes des deux côtés, largeur 116 cm. Deux yards font une jupe, six une robe entière.",
    },
    origin_country: "ci",
    options: [
      { title: "Length", values: ["2 yards", "6 yards"] },
      { title: "Colour", values: ["Sunrise", "Lagoon"] },
    ],
    variants: [
      ["2 yards", "Sunrise", "WAX-2-SUN", 6000, 9.2] as const,
      ["2 yards", "Lagoon", "WAX-2-LAG", 6000, 9.2] as const,
      ["6 yards", "Sunrise", "WAX-6-SUN", 16000, 24.4] as const,
      ["6 yards", "Lagoon", "WAX-6-LAG", 16000, 24.4] as const,
    ].map(([Length, Colour, sku, cfa, eur]) => ({
      title: `${Length} / ${Colour}`,
      sku,
      options: { Length, Colour },
      cfa,
      eur,
    })),
  },
  {
    handle: "indigo-tote",
    title: "Indigo Tote",
    subtitle: "Stitch-resist cloth from the Grassfields",
    description:
      "A roomy bag of hand-spun cotton, stitched, dyed in indigo and opened again: each white line is a thread that was there. Lined, with an inside pocket.",
    category: "Textiles",
    picture: "tote",
    weight: 420,
    french: {
      title: "Cabas indigo",
      subtitle: "Étoffe ndop des Grassfields",
      description:
        "Un grand sac en coton filé à la main, cousu, teint à l’indigo puis décousu : chaque ligne blanche est un fil qui était là. Doublé, avec une poche intérieure.",
    },
    origin_country: "cm",
    ...sized("Size", [["One size", "TOTE-1", 14000, 21.4]]),
  },
  {
    handle: "shea-butter",
    title: "Shea Butter",
    subtitle: "Unrefined, cold-pressed",
    description:
      "Raw shea butter from a women's press in the north. Melts at the touch of a hand; for skin, hair and dry elbows.",
    category: "Home & Care",
    picture: "shea",
    weight: 200,
    french: {
      title: "Beurre de karité",
      subtitle: "Brut, pressé à froid",
      description:
        "Karité brut d’une presse tenue par des femmes dans le nord. Fond dans la main ; pour la peau, les cheveux et les coudes secs.",
    },
    origin_country: "cm",
    ...sized("Jar", [
      ["100 ml", "SHEA-100", 2400, 3.7],
      ["250 ml", "SHEA-250", 5200, 7.9],
    ]),
  },
  {
    handle: "raffia-basket",
    title: "Raffia Basket",
    subtitle: "Coiled and dyed by hand",
    description:
      "A basket that stands by itself: coiled raffia on a palm core, with bands in plant colours. For bread, yarn, or whatever lies around.",
    category: "Home & Care",
    picture: "basket",
    weight: 600,
    french: {
      title: "Panier en raphia",
      subtitle: "Tressé et teint à la main",
      description:
        "Un panier qui tient tout seul : raphia enroulé sur une âme de palmier, aux bandes de couleurs végétales. Pour le pain, la laine ou ce qui traîne.",
    },
    origin_country: "cm",
    ...sized("Size", [
      ["Small", "BASKET-S", 8000, 12.2],
      ["Large", "BASKET-L", 12800, 19.5],
    ]),
  },
]
