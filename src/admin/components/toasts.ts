/** The kit puts toasts with a description into another corner than those without, unless it is told. */
export const described = (description: string) => ({ description, position: "top-right" as const })
