import { readFileSync } from "node:fs"
import { join } from "node:path"

/** The folder of this package: source and build are one folder below it. */
const FOLDER = join(__dirname, "..")

export const NAME = "medusa-payment-paycollect-dev"

/** This package's version, which is also the plugin's and the storefront kit's. */
export const VERSION = (JSON.parse(readFileSync(join(FOLDER, "package.json"), "utf8")) as { version: string })
  .version

/** The steps for Medusa's own storefronts, which the build puts beside the code. */
export const readSteps = () => readFileSync(join(FOLDER, "dist/nextjs-starter.md"), "utf8")
