export function sharedNames(folder: string): { name: string; files: string[] }[]
