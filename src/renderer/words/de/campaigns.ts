/** Texts of the pages of campaigns. */
export const campaigns: Record<string, string> = {}
