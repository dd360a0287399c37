/** The answer of a provider of numbers or messages: done, or refused with the reason as a sentence. */
export type ProviderAnswer<T = unknown> = ({ done: true } & T) | { done: false; reason: string }
