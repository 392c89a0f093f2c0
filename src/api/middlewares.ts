import { defineMiddlewares } from "@medusajs/framework/http"
import { answerUnpaidCart } from "./store/carts/complete-guard"

export default defineMiddlewares({
  routes: [
    {
      // Core's own parameter name: under another one the middleware would never run.
      matcher: "/store/carts/:id/complete",
      method: ["POST"],
      middlewares: [answerUnpaidCart],
    },
  ],
})
