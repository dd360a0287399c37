/** Texts of the frame and of the command palette. */
export const shell: Record<string, string> = {}
