import Medusa from "@medusajs/js-sdk"
import { StrictMode } from "react"
import { createRoot } from "react-dom/client"
import { App } from "./app"
import { loadConfig } from "./config"
import "./styles/base.css"
import "./styles/shop.css"
import "./styles/checkout.css"

const root = document.getElementById("root")
if (!root) {
  throw new Error("The page has no #root")
}

const config = await loadConfig()
const sdk = new Medusa({ baseUrl: config.backendUrl, publishableKey: config.publishableKey })

createRoot(root).render(
  <StrictMode>
    <App config={config} sdk={sdk} />
  </StrictMode>
)
