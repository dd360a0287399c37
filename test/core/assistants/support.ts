import type { TestWorld } from '../../support/world'

export const read = async (world: TestWorld, id: number) => (await world.get(`/user/assistant/${id}`)).body
