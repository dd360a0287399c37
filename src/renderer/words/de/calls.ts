/** Texts of the pages of calls. */
export const calls: Record<string, string> = {}
