export const retrieveCustomer = async (): Promise<{ id: string } | null> => null
