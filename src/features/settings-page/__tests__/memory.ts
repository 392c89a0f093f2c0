import { Configuration } from "../../../settings/configuration"
import { Settings } from "../settings"
import { type SettingName } from "../../../settings/fields"
import {
  type SettingChanges,
  type SettingsChange,
  type SettingsStore,
  type StoredSetting,
} from "../../../settings/store"

export const OPTIONS = {
  test: { secretKey: "sk_test_0123456789", baseUrl: "https://sandbox.service.example/v1" },
  backendUrl: "https://api.shop.example",
  encryptionKey: "a".repeat(64),
}

/** The settings of one store, kept in memory as the database keeps them. */
class MemoryStore {
  readonly written: SettingsChange[] = []

  constructor(readonly stored: Map<SettingName, StoredSetting>) {}

  version = () => Promise.resolve(this.written.length + 1)
  read = () => Promise.resolve(new Map(this.stored))
  changes = (limit: number) => Promise.resolve(this.written.slice(0, limit))

  save = async (actor_id: string | null, decide: (stored: MemoryStore["stored"]) => SettingChanges) => {
    const changes = [...decide(new Map(this.stored))].filter(([name, value]) => {
      const before = this.stored.get(name)
      return value === null ? before !== undefined : !before || !("value" in before) || before.value !== value
    })
    for (const [name, value] of changes) {
      if (value === null) this.stored.delete(name)
      else this.stored.set(name, { value })
    }
    if (changes.length === 0) return null
    const fields = changes.map(([name]) => name)
    this.written.unshift({ id: `pcset_${this.written.length}`, at: new Date(), actor_id, fields })
    return this.written[0]!
  }
}

/** A shop with these options, over which the merchant has set these settings. */
export async function shopWith(
  settings: Partial<Record<SettingName, StoredSetting>> = {},
  options: Record<string, unknown> = OPTIONS,
  tryOut: ConstructorParameters<typeof Settings>[1] = () => Promise.reject(new Error("Nothing is tried"))
) {
  const store = new MemoryStore(new Map(Object.entries(settings) as [SettingName, StoredSetting][]))
  const configuration = new Configuration(options, { store: () => store as unknown as SettingsStore })
  const active = await configuration.current()
  return { store, configuration, active, settings: new Settings(configuration, tryOut) }
}
