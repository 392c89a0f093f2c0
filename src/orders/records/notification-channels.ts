import { type ConfigModule, type MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"

interface ChannelOptions {
  providers?: { options?: { channels?: string[] } }[]
  /** what Medusa's cloud adds by itself, for e-mails */
  cloud?: { api_key?: string; endpoint?: string; environment_handle?: string; sandbox_handle?: string }
}

/**
 * Channels that the store's Notification Module has a provider for, as its configuration names them: the module itself does not tell.
 * @returns null for a module that is not Medusa's; none where there is no module
 */
export function channelsOf(modules: ConfigModule["modules"]): string[] | null {
  const declared = declaredModule<ChannelOptions>(modules, Modules.NOTIFICATION)
  if (!declared) return []
  if (!declared.isMedusas) return null
  const { providers = [], cloud } = declared.options
  const channels = providers.flatMap(({ options }) => options?.channels ?? [])
  const hasCloud = cloud?.api_key && cloud.endpoint && (cloud.environment_handle || cloud.sandbox_handle)
  return hasCloud ? [...channels, "email"] : channels
}

/** null: it cannot be told, and is tried. */
export function hasProviderFor(container: MedusaContainer, channel: string): boolean | null {
  const channels = channelsOf(container.resolve(ContainerRegistrationKeys.CONFIG_MODULE).modules)
  return channels && channels.includes(channel)
}

/** A module as the store's configuration declares it; null where it is switched off, or not there. */
export function declaredModule<Options extends object>(
  modules: ConfigModule["modules"],
  name: "locking" | "notification"
): { isMedusas: boolean; options: Partial<Options> } | null {
  const { resolve, options } = (modules?.[name] || {}) as { resolve?: unknown; options?: Options }
  if (typeof resolve !== "string") return null
  return { isMedusas: new RegExp(`^@medusajs/(?:medusa/)?${name}$`).test(resolve), options: options ?? {} }
}

/** How long a provider may take with a message before it is left unanswered. */
export const NOTICE_DEADLINE_MS = 30_000
