const swc = {
  jsc: {
    parser: { syntax: "typescript", decorators: true, tsx: true },
    transform: { decoratorMetadata: true, react: { runtime: "automatic" } },
    target: "es2022",
  },
}

/** Rings: `npm test` runs unit, modules, contract and http; the promise, variants, hostile, kill, browser and chaos rings have scripts of their own. */
const project = (displayName, testMatch, more = {}) => ({
  displayName,
  testEnvironment: "node",
  transform: { "^.+\\.[jt]sx?$": ["@swc/jest", swc] },
  modulePathIgnorePatterns: ["<rootDir>/demo/"],
  testMatch: testMatch.map((pattern) => `<rootDir>/${pattern}`),
  ...more,
})

/** What is imported while a test runs is an ES module, which jest cannot require. */
const importing = {
  transform: {
    "^.+\\.[jt]sx?$": ["@swc/jest", { ...swc, module: { type: "commonjs", ignoreDynamic: true } }],
  },
}

const withPostgres = {
  // A booted Medusa looks at globals all the time.
  testEnvironment: "<rootDir>/integration-tests/setup/plain-context.js",
  globalSetup: "<rootDir>/integration-tests/setup/start-postgres.js",
  globalTeardown: "<rootDir>/integration-tests/setup/stop-postgres.js",
}

module.exports = {
  testSequencer: "<rootDir>/integration-tests/setup/longest-first.js",
  projects: [
    project(
      "unit",
      ["src", "packages/*/src", "demo/storefront/src"].map((place) => `${place}/**/__tests__/**/*.spec.ts`),
      {
        ...importing,
        transform: { ...importing.transform, "\\.css$": "<rootDir>/integration-tests/setup/no-styles.js" },
        modulePathIgnorePatterns: ["<rootDir>/demo/backend/", "<rootDir>/demo/storefront/dist/"],
      }
    ),
    project("contract", ["integration-tests/contract/**/*.spec.ts"], importing),
    project("modules", ["integration-tests/modules/**/*.spec.ts"], withPostgres),
    project("http", ["integration-tests/http/**/*.spec.ts"], withPostgres),
    project("promise", ["integration-tests/promise/**/*.spec.ts"], withPostgres),
    project("variants", ["integration-tests/variants/**/*.spec.ts"], withPostgres),
    project("hostile", ["integration-tests/hostile/**/*.spec.ts"], withPostgres),
    project("kill", ["integration-tests/kill/**/*.spec.ts"], withPostgres),
    project("chaos", ["integration-tests/chaos/**/*.spec.ts"], withPostgres),
    project("browser", ["integration-tests/browser/**/*.spec.ts"], {
      globalSetup: "<rootDir>/integration-tests/setup/start-demo.js",
      globalTeardown: "<rootDir>/integration-tests/setup/stop-demo.js",
    }),
  ],
}
