import { SERVER_ENDED, onItsOwn } from "../doctor"
import { loadMedusaApp } from "../medusa-app"
import { makeRegion } from "./make-region"
import { type RegionOrder } from "./orders"

/**
 * Makes the regions in the database of the store in `directory`, and says what was made and what is left.
 * @returns whether nothing is left to do
 */
export async function makeRegions(directory: string, orders: RegionOrder[]): Promise<boolean> {
  const said: string[] = []
  const work = async () => {
    const app = await loadMedusaApp(directory)
    try {
      let isWhole = true
      for (const order of orders) {
        const { made, open } = await makeRegion(app.container, order)
        said.push(
          heading(order),
          ...(made.length > 0 ? made : ["Has all that is needed. Nothing was changed."]).map(bullet)
        )
        said.push(...open.map((text) => bullet(`LEFT TO DO: ${text}`)))
        isWhole &&= open.length === 0
      }
      return isWhole
    } finally {
      await app.close().catch(() => undefined)
    }
  }
  try {
    return await onItsOwn(work, () => console.error(`No region was made: ${SERVER_ENDED}`))
  } finally {
    if (said.length > 0) console.log(`\n${said.join("\n")}\n`)
  }
}

const heading = ({ name, currency }: RegionOrder) => `${name} (${currency.toUpperCase()})`
const bullet = (text: string) => `  ${text}`
