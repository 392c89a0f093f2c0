declare const path: string | undefined
export = path
