import { readdirSync } from "node:fs"
import js from "@eslint/js"
import prettier from "eslint-config-prettier"
import importX from "eslint-plugin-import-x"
import globals from "globals"
import tseslint from "typescript-eslint"

const src = (folder) => `./src/${folder}`

const EXTENSIONS = [".ts", ".tsx", ".mts", ".js"]

/**
 * The rooms of `src` from the ground up: each imports from those above it in this list, and from itself, types included. What is in none of them
 * is a door of Medusa's, which may import all of them. Files of our tables' rows stand where Medusa generates migrations from them.
 */
const ROOMS = [
  ["version.ts", "texts"],
  ["modules/paycollect/models", "tables.ts"],
  ["service"],
  ["settings"],
  ["payments"],
  ["types"],
  ["orders"],
]
const BELOW_FEATURES = ROOMS.flat()
const inFeatures = readdirSync(new URL("src/features", import.meta.url), { withFileTypes: true })
const FEATURES = inFeatures
  .filter((entry) => entry.isDirectory() && entry.name !== "__tests__")
  .map(({ name }) => name)
/** Files beside the features: what several of them use. */
const SHARED = inFeatures.filter((entry) => entry.isFile()).map(({ name }) => `features/${name}`)

/** `target` may import nothing of ours but `allowed` (paths below src); tests may import anything. */
const only = (target, allowed, message) => ({
  target: src(target.endsWith(".ts") ? target : `${target}/**/!(*.spec).ts`),
  from: "./src",
  except: allowed.map((path) => `./${path}`),
  message,
})

const upwards = ROOMS.flatMap((room, index) =>
  room.map((path) =>
    only(
      path,
      ROOMS.slice(0, index + 1).flat(),
      `${path} stands below it: of ours it imports ${ROOMS.slice(0, index + 1)
        .flat()
        .join(", ")}`
    )
  )
)
const apartFeatures = [
  ...FEATURES.map((name) =>
    only(
      `features/${name}`,
      [...BELOW_FEATURES, ...SHARED, `features/${name}`],
      "no feature imports another, and none a door: what two of them need stands below them or in features/"
    )
  ),
  ...SHARED.map((path) =>
    only(path, [...BELOW_FEATURES, ...SHARED], "what features share knows none of them")
  ),
]

const forbidden = [
  {
    selector: "MemberExpression[property.name='runAsStep']",
    message: "a core workflow as a step of ours skips its lock of the cart: run it by itself",
  },
  {
    selector: "CallExpression[callee.property.name='graph']",
    message: "only orders/records asks for Medusa's records: add a look-up there",
  },
  {
    selector: "MemberExpression[property.name=/[a-z]_$/]",
    message:
      "a private field of Medusa's services may be gone tomorrow: ask in public, or say that it is not known",
  },
]

const resolvedByHand = {
  selector:
    "CallExpression[callee.property.name='resolve'] > :matches(Identifier[name='PAYCOLLECT_MODULE'], Literal[value='paycollect'])",
  message: "payments/module.ts says how the module is found: `moduleOf(container)`",
}

/** Packages are published apart: of the others they know what is published, and nothing here. */
const apart = (target, from, except) => ({
  target: `./${target}/**/*`,
  from: `./${from}`,
  ...(except && { except: [`./${except}`] }),
  message:
    "each package stands alone: what two of them have to agree in is tested in integration-tests/contract",
})

/** The floors of the sandbox, from the ground up: each knows those below it, types included. */
const SANDBOX = "./packages/dev/src/sandbox"
const SANDBOX_FLOORS = ["base", "state", "variant", "intents", "resources", "http", "checkout", "control"]

export default tseslint.config(
  {
    ignores: [
      "**/node_modules/",
      "**/.medusa/",
      "**/dist/",
      ".demo/",
      "artifacts/",
      "src/modules/*/migrations/",
      "demo/backend/public/",
      "integration-tests/starter/*/",
    ],
  },
  js.configs.recommended,
  ...tseslint.configs.recommended,
  {
    plugins: { "import-x": importX },
    languageOptions: { globals: globals.node },
    settings: {
      "import-x/resolver": { node: { extensions: EXTENSIONS } },
      // Without these two, TypeScript is not followed: no circle would ever be found.
      "import-x/extensions": EXTENSIONS,
      "import-x/parsers": { "@typescript-eslint/parser": [".ts", ".tsx", ".mts"] },
    },
    rules: {
      "@typescript-eslint/no-explicit-any": "error",
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
      "@typescript-eslint/consistent-type-imports": [
        "error",
        { fixStyle: "inline-type-imports", disallowTypeAnnotations: false },
      ],
      eqeqeq: ["error", "always", { null: "ignore" }],
      "no-console": "error",
      // Of other packages no circle is ours, and a folder "node" in one (lru-cache) is taken for the resolver of that name.
      "import-x/no-cycle": ["error", { ignoreExternal: true }],
      "import-x/no-restricted-paths": [
        "error",
        {
          basePath: import.meta.dirname,
          zones: [
            ...upwards,
            ...apartFeatures,
            apart("src/!(__tests__)", "packages"),
            apart("packages", "src"),
            apart("packages/dev", "packages", "dev"),
            apart("packages/storefront", "packages", "storefront"),
            {
              target: `${SANDBOX}/**/*`,
              from: "./packages/dev/src",
              except: ["./sandbox"],
              message: "the sandbox knows nothing of those who run it",
            },
            ...SANDBOX_FLOORS.map((floor, index) => ({
              target: `${SANDBOX}/${floor}/**/!(*.spec).ts`,
              from: SANDBOX,
              except: SANDBOX_FLOORS.slice(0, index + 1).map((known) => `./${known}`),
              message: `sandbox/${floor} imports only the floors below it: ${SANDBOX_FLOORS.slice(0, index).join(", ") || "none"}`,
            })),
            {
              target: "./src/admin/**/*",
              from: "./src",
              except: [
                "./admin",
                "./types",
                "./texts",
                "./orders/records/providers.ts",
                "./payments/attention-reasons.ts",
                "./settings/health-checks.ts",
              ],
              message:
                "the dashboard runs in browsers: of the server it knows the types of the routes, the providers' names, and what is said of items and checks",
            },
          ],
        },
      ],
    },
  },
  {
    files: ["src/service/**", "src/orders/next-step/**", "src/features/*/rules.ts", "packages/*/src/**"],
    ignores: ["**/*.spec.ts", "src/service/{budget,shared-state,answer-cache,telemetry}.ts"],
    rules: {
      "no-restricted-imports": [
        "error",
        {
          patterns: [
            {
              regex: "^@medusajs/(?!framework/zod$|js-sdk$|types$)",
              message: "what is pure, or only speaks to the service, needs nothing of Medusa that runs",
            },
          ],
        },
      ],
    },
  },
  {
    files: ["packages/dev/**"],
    rules: {
      "no-restricted-imports": [
        "error",
        {
          patterns: [{ regex: "^@medusajs/", message: "the store has Medusa; these tools may run without" }],
        },
      ],
    },
  },
  {
    files: ["src/**", "packages/**"],
    rules: {
      "@typescript-eslint/no-restricted-imports": [
        "error",
        {
          patterns: [
            {
              regex: "^medusa-payment-paycollect(-dev|-storefront)?(/|$)",
              message: "each package stands alone, also by name",
            },
          ],
        },
      ],
    },
  },
  { files: ["src/**"], rules: { "no-restricted-syntax": ["error", ...forbidden, resolvedByHand] } },
  { files: ["src/payments/module.ts"], rules: { "no-restricted-syntax": ["error", ...forbidden] } },
  // Records of Medusa that belong together name each other, by functions that are called when all of them are there.
  { files: ["src/modules/*/models/**"], rules: { "import-x/no-cycle": "off" } },
  // The one call.
  {
    files: ["src/orders/records/query.ts", "src/**/__tests__/**"],
    rules: { "no-restricted-syntax": "off" },
  },
  {
    files: [
      "scripts/**",
      "src/cli/**",
      "packages/dev/src/**",
      "benchmarks/**",
      "demo/**",
      "integration-tests/**",
    ],
    rules: { "no-console": "off" },
  },
  {
    files: ["demo/storefront/**", "packages/storefront/**", "src/admin/**"],
    languageOptions: { globals: globals.browser },
  },
  { files: ["**/*.{js,cjs}"], rules: { "@typescript-eslint/no-require-imports": "off" } },
  prettier
)
