/** The answer of a number or messaging provider: done, or refused with the reason as a sentence. */
export type ProviderAnswer<T = unknown> = ({ done: true } & T) | { done: false; reason: string }
