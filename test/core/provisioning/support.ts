import type { TestWorld } from '../../support/world'

export const search = (world: TestWorld, query = '') => world.get(`/user/phone-numbers/search${query}`)
export const offered = async (world: TestWorld) => (await search(world)).body.data[0]
export const buy = (world: TestWorld, phone_number: unknown) =>
  world.post('/user/phone-numbers/purchase', { phone_number })
export const release = (world: TestWorld, id: number) => world.delete(`/user/phone-numbers/${id}`)
/** Puts a payment method on file. */
export const card = (world: TestWorld) => world.post('/user/payment-methods', { label: 'Card', last4: '4242' })
