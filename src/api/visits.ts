import { type MedusaRequest } from "@medusajs/framework/http"

/** What browsers say of a page that they fetch ahead and that nobody looks at yet. */
export function isPrefetch({ headers }: Pick<MedusaRequest, "headers">): boolean {
  const purposes = [headers["sec-purpose"], headers.purpose, headers["x-purpose"], headers["x-moz"]]
  return purposes.some((purpose) => /prefetch|preview|prerender/i.test(String(purpose ?? "")))
}

/** CUBOT is a make of cheap telephones. */
const ROBOTS =
  /(?<!cu)bot\b|crawl|spider|slurp|preview|facebookexternalhit|facebookcatalog|whatsapp|telegram|discord|slack|skype|viber|embedly|curl|wget|python/i

/** Messengers and search engines that fetch an address which was sent to somebody. Who is taken for one by mistake can open the page all the same. */
export function isRobot({ method, headers }: Pick<MedusaRequest, "method" | "headers">): boolean {
  return method === "HEAD" || isPrefetch({ headers }) || ROBOTS.test(headers["user-agent"] ?? "")
}
