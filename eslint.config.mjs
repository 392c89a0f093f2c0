import js from "@eslint/js"
import prettier from "eslint-config-prettier"
import importX from "eslint-plugin-import-x"
import globals from "globals"
import tseslint from "typescript-eslint"

const src = (folder) => `./src/${folder}`

const EXTENSIONS = [".ts", ".tsx", ".mts", ".js"]

/** The part of `store` that reads nothing. */
const PURE_STORE = ["store/records.ts", "store/predicates.ts", "store/providers.ts"]

/** `target` may import nothing of ours outside `allowed` (folders below src); tests may import anything. */
const only = (target, allowed, message) => ({
  target: `${src(target)}/**/!(*.spec).ts`,
  from: "./src",
  except: [target, ...allowed].map((folder) => `./${folder}`),
  message,
})

const forbidden = [
  {
    selector: "MemberExpression[property.name='runAsStep']",
    message: "a core workflow as a step of ours skips its lock of the cart: run it by itself",
  },
  {
    selector: "CallExpression[callee.property.name='graph']",
    message: "only src/store asks for Medusa's records: add a look-up there",
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
  message: "modules/paycollect says how the module is found: `paycollectOf(container)`",
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
      // The one-way dependencies: client/wire <- client <- modules <- providers, settlement <- workflows, api, jobs.
      "import-x/no-restricted-paths": [
        "error",
        {
          basePath: import.meta.dirname,
          zones: [
            // What the records of Medusa are and mean is pure, too: `plan` judges by it.
            only("domain", PURE_STORE, "domain is pure: of ours it imports what Medusa's records mean"),
            only("store", ["domain"], "the reader of Medusa's records knows neither ledger nor callers"),
            only("client", ["domain", "version.ts"], "client knows the service, not the store"),
            apart("src", "packages"),
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
                "./store/providers.ts",
                "./domain/attention.ts",
                "./domain/health.ts",
              ],
              message:
                "the dashboard runs in browsers: of the server it knows the types of the routes, the providers' names, and what is said of items and checks",
            },
            only(
              "modules",
              ["domain", "client", "options.ts", "telemetry", "types"],
              "modules know nothing of providers, workflows, routes and jobs"
            ),
            only(
              "providers",
              ["domain", "store", "client", "modules", "options.ts"],
              "a provider is called by core: it must not reach workflows or routes"
            ),
            only("telemetry", ["client", "version.ts"], "what is watched knows nothing of who is watched"),
            only(
              "settlement",
              ["domain", "store", "client", "modules", "options.ts", "telemetry"],
              "advancing is called by workflows, routes and jobs, not the other way round"
            ),
            only(
              "notifications",
              ["domain", "store", "modules", "types", "admin/i18n"],
              "messages to the merchant are sent by subscribers and jobs; they say what the dashboard says"
            ),
            only(
              "links",
              ["domain", "store", "modules", "providers", "notifications", "types"],
              "payment links are made, shown, sent and paid by routes; advancing knows them by their collections alone"
            ),
            only(
              "workflows",
              [
                "domain",
                "store",
                "client",
                "modules",
                "settlement",
                "notifications",
                "options.ts",
                "types",
                "version.ts",
              ],
              "workflows are called by routes and jobs, not the other way round"
            ),
          ],
        },
      ],
    },
  },
  {
    files: ["src/domain/**", "src/client/**", "packages/*/src/**"],
    ignores: ["**/*.spec.ts"],
    rules: {
      "no-restricted-imports": [
        "error",
        {
          patterns: [
            {
              regex: "^@medusajs/(?!framework/zod$|js-sdk$|types$)",
              message: "no Medusa runtime below modules",
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
  { files: ["src/modules/paycollect/index.ts"], rules: { "no-restricted-syntax": ["error", ...forbidden] } },
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
  { files: ["**/*.js"], rules: { "@typescript-eslint/no-require-imports": "off" } },
  prettier
)
