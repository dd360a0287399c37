import { given, startWorld, type TestWorld } from './world'

/** A running campaign with one lead for each ending. */
export async function running(endings: string[], over: object = {}, leadOver: object = {}) {
  const world = await startWorld()
  const campaign = await given.campaign(world, over)
  const leads: number[] = []
  for (const ending of endings) leads.push(await given.lead(world, campaign, { ending, ...leadOver }))
  await given.started(world, campaign)
  return { world, campaign, leads, lead: leads[0]! }
}

/** The first hundred calls, the newest first. */
export const callsOf = async (world: TestWorld) => (await world.get('/user/calls?per_page=100')).body.data

export const statusOf = (world: TestWorld, lead: number) => world.lead(lead).status
