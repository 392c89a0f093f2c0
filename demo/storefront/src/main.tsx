import { QueryClient, QueryClientProvider } from "@tanstack/react-query"
import { StrictMode } from "react"
import { createRoot } from "react-dom/client"
import { BrowserRouter } from "react-router-dom"
import { App } from "./app"
import { loadConfig } from "./config"
import { createSdk } from "./sdk"
import "./styles/base.css"
import "./styles/shop.css"

const root = document.getElementById("root")
if (!root) {
  throw new Error("The page has no #root")
}

const config = await loadConfig()
const queries = new QueryClient({
  defaultOptions: {
    // Without a network a page says so at once and offers to try again, instead of waiting in silence.
    queries: { networkMode: "always", retry: false, refetchOnWindowFocus: false },
    mutations: { networkMode: "always" },
  },
})

createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      {/* A new page is shown at once: in a transition, the end of a payment would be painted before the page that it leads to. */}
      <BrowserRouter useTransitions={false}>
        <App config={config} sdk={createSdk(config)} />
      </BrowserRouter>
    </QueryClientProvider>
  </StrictMode>
)
