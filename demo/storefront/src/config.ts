export interface ShopConfig {
  backendUrl: string
  publishableKey: string
  /** Address of the sandbox of the payment service, when the demo runs one. */
  sandboxUrl?: string
}

/** The demo writes /config.json; a development server answers its index page there, then the VITE_ variables count. */
export async function loadConfig(): Promise<ShopConfig> {
  const answer = await fetch("/config.json").catch(() => null)
  if (answer?.ok && answer.headers.get("content-type")?.includes("json")) {
    return (await answer.json()) as ShopConfig
  }
  return {
    backendUrl: String(import.meta.env.VITE_BACKEND_URL ?? "http://localhost:9000"),
    publishableKey: String(import.meta.env.VITE_PUBLISHABLE_KEY ?? ""),
  }
}
