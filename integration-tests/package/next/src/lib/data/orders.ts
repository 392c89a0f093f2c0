export const retrieveOrder = async (id: string): Promise<{ id: string }> => ({ id })
