import react from "@vitejs/plugin-react"
import { readdirSync } from "node:fs"
import { defineConfig } from "vite"

/** Every page of the folder, also those that the documentation adds. */
const input = readdirSync(".").filter((file) => file.endsWith(".html"))

export default defineConfig({ plugins: [react()], build: { rollupOptions: { input } } })
