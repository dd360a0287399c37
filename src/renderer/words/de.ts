/** The texts of the console in German, by their English. */
export const german: Readonly<Record<string, string>> = {}
