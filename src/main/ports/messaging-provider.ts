import type { ProviderAnswer } from './provider-answer'

/** What a messaging provider reports. Reports may come late, twice or never. */
export type MessageReport =
  | { type: 'sms_delivered'; messageId: string }
  | { type: 'sms_failed'; messageId: string; reason: string }
  | { type: 'sms_received'; messageId: string; from: string; to: string; body: string }

/**
 * Sends and receives SMS. When `sendSms` throws, the provider may not have understood it, and it is asked again; a
 * message that is asked for twice is sent once.
 */
export interface MessagingProvider {
  readonly name: string
  start(report: (report: MessageReport) => void): void
  /** Nothing is reported after it. */
  stop(): void
  sendSms(message: {
    messageId: string
    from: string
    to: string
    body: string
  }): Promise<ProviderAnswer<{ sid: string }>>
}
