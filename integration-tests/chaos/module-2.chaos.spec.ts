import { moduleRing } from "./support/module-ring"

jest.mock("@medusajs/medusa/core-flows", () => jest.requireActual("./support/core-flows"))
jest.mock("@medusajs/medusa/api/store/carts/helpers", () => ({ refetchCart: async () => ({}) }))
jest.mock("@medusajs/medusa/api/store/carts/query-config", () => ({ defaultStoreCartFields: [] }))
jest.mock("../../src/workflows", () => jest.requireActual("./support/workflows"))

moduleRing("module-2", 2_500)
