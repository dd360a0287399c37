import type { ProviderAnswer } from './provider-answer'

/** What a messaging provider reports. Reports may come late, twice or never. */
export type MessageReport =
  | { type: 'sms_delivered'; messageId: string }
  | { type: 'sms_failed'; messageId: string; reason: string }
  | { type: 'sms_received'; messageId: string; from: string; to: string; body: string }

/**
 * Sends and receives SMS. When `sendSms` throws, core calls it again with the same `messageId`; the provider must send
 * such a message only once.
 */
export interface MessagingProvider {
  readonly name: string
  start(report: (report: MessageReport) => void): void
  /** Nothing is reported afterwards. */
  stop(): void
  sendSms(message: {
    messageId: string
    from: string
    to: string
    body: string
  }): Promise<ProviderAnswer<{ sid: string }>>
}
