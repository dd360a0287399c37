import type { Engine, LanguageModel, MindReport, TextLeg } from '../core/ports'
import { Conversation } from './conversation'

export interface TextEngineOptions {
  model: LanguageModel
  /** The ears and the mouth of an answered leg. */
  textLeg: (legId: string) => TextLeg | undefined
}

/** Holds conversations on legs that carry text. */
export function createTextEngine({ model, textLeg }: TextEngineOptions): Engine {
  const conversations = new Map<string, Conversation>()
  let report: (report: MindReport) => void = () => {}
  return {
    spokenBy: model.name,
    start(listener) {
      report = listener
    },
    stop() {
      for (const conversation of conversations.values()) conversation.close()
      conversations.clear()
    },
    send(command) {
      const { legId } = command
      const conversation = conversations.get(legId)
      switch (command.type) {
        case 'hold': {
          const leg = textLeg(legId)
          if (conversation || !leg) return
          conversations.set(
            legId,
            new Conversation(leg, command.brief, model, what => report({ ...what, legId } as MindReport)),
          )
          return
        }
        case 'tool_result':
          return conversation?.toolResult(command.toolCallId, command.result, command.finish)
        case 'close':
          conversation?.close()
          conversations.delete(legId)
      }
    },
  }
}
