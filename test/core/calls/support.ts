import type { TestWorld } from '../../support/world'

export const callOf = async (world: TestWorld, id: number) => (await world.get(`/user/calls/${id}`)).body

/** The first text of the assistant. */
export const greeting = ({ transcript }: { transcript: { sender: string; text: string }[] }) =>
  transcript.find(({ sender }) => sender === 'bot')?.text
