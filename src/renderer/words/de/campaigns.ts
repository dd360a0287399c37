/** Texts of the pages of campaigns. */
export const campaigns: Record<string, string> = {
  'Number of contact {n}': 'Nummer von Kontakt {n}',
}
