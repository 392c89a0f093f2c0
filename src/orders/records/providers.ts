/** The providers of this plugin: everything the service offers, mobile money alone, cards alone. */
export type ProviderIdentifier = "paycollect" | "paycollect-mobile-money" | "paycollect-card"

/** `pp_<identifier>_<id>`, as Medusa names the providers of a store; the id is the store's own choice. */
const OURS = /^pp_(paycollect(?:-mobile-money|-card)?)(?:_|$)/

export const isOurProvider = (providerId: string): boolean => OURS.test(providerId)

/** Sessions and payments of this plugin's providers, under whatever id the store gave them. */
export const isOurs = ({ provider_id }: { provider_id: string }): boolean => isOurProvider(provider_id)

export function identifierOf(providerId: string): ProviderIdentifier {
  const identifier = OURS.exec(providerId)?.[1] as ProviderIdentifier | undefined
  return identifier ?? "paycollect"
}
