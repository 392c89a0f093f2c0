import { type ConfigModule, type MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"

interface DeclaredChannel {
  resolve: string
  options?: {
    providers?: { options?: { channels?: string[] } }[]
    /** what Medusa's cloud adds by itself, for e-mails */
    cloud?: { api_key?: string; endpoint?: string; environment_handle?: string; sandbox_handle?: string }
  }
}

/**
 * Channels that the store's Notification Module has a provider for, as its configuration names them: the module itself does not tell.
 * @returns null for a module that is not Medusa's; none where there is no module
 */
export function channelsOf(modules: ConfigModule["modules"]): string[] | null {
  const declared: unknown = modules?.[Modules.NOTIFICATION]
  if (!isChannelDeclared(declared)) return []
  if (!/^@medusajs\/(?:medusa\/)?notification$/.test(declared.resolve)) return null
  const { providers = [], cloud } = declared.options ?? {}
  const channels = providers.flatMap(({ options }) => options?.channels ?? [])
  const hasCloud = cloud?.api_key && cloud.endpoint && (cloud.environment_handle || cloud.sandbox_handle)
  return hasCloud ? [...channels, "email"] : channels
}

/** null: it cannot be told, and is tried. */
export function hasProviderFor(container: MedusaContainer, channel: string): boolean | null {
  const channels = channelsOf(container.resolve(ContainerRegistrationKeys.CONFIG_MODULE).modules)
  return channels && channels.includes(channel)
}

function isChannelDeclared(module: unknown): module is DeclaredChannel {
  return (
    typeof module === "object" && module !== null && "resolve" in module && typeof module.resolve === "string"
  )
}

/** How long a provider may take with a message before it is left unanswered. */
export const NOTICE_DEADLINE_MS = 30_000
