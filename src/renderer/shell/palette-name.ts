/** What the command palette is called for screen readers. Apart from it, because its code is loaded later. */
export const PALETTE = 'Search and commands'
