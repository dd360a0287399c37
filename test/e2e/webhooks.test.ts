import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { barriers, type Door, doors, enter, fitsItsWidth, hasFocus, inBrowser, open, shot } from '../support/browser'
import { startReceiver } from '../support/receiver'
import { given, MINUTE, SECOND } from '../support/world'

const table = (page: Page) => page.getByRole('region', { name: 'Webhooks' }).getByRole('table')
const rows = (page: Page) => table(page).locator('tbody tr')
const pane = (page: Page) => page.getByRole('complementary', { name: 'Webhook' })

/** A receiver that refuses for good until it is mended, and calls to Ada and Bob whose webhooks it was sent. */
async function aDesk(door?: Door) {
  let status = 410
  const hook = await startReceiver(() => ({
    status,
    headers: { 'x-served-by': 'crm-1' },
    body: status === 200 ? '{"crm": 42}' : 'not wanted',
  }))
  const opened = await open({ door })
  const { world, page, link, advance } = opened
  const assistant_id = await given.assistant(world, {
    name: 'Nora',
    is_webhook_active: true,
    webhook_url: hook.url,
    send_webhook_only_on_completed: false,
  })
  const call = (name: string) =>
    world.post('/user/make_call', { assistant_id, phone_number: given.number('03'), variables: { name } })
  await call('Ada Byron')
  await advance(MINUTE)
  await call('Bob Marsh')
  await advance(MINUTE)
  await page.goto(`${link()}#/webhooks`)
  await rows(page).nth(1).waitFor()
  await expect.poll(() => rows(page).count()).toBe(2)
  return {
    ...opened,
    hook,
    call,
    mend() {
      status = 200
    },
    /** As a receiver that has broken: what it does not take is tried again later. */
    fail() {
      status = 500
    },
  }
}

inBrowser('webhooks', () => {
  it('a webhook that gave up is read, sent again and delivered', async () => {
    const { page, hook, advance, mend } = await aDesk()
    await page.getByRole('link', { name: 'Webhooks 2 gave up' }).waitFor()
    expect(await barriers(page)).toEqual([])
    await shot(page, `webhooks`)
    await page.getByRole('row', { name: /Ada Byron/ }).click()
    await pane(page).getByText('Gave up').waitFor()
    await pane(page).getByRole('region', { name: 'Body of the request' }).getByText('customer_phone').waitFor()
    await pane(page).getByRole('region', { name: 'Signature', exact: true }).getByText(/^v1,/).waitFor()
    await pane(page).getByRole('region', { name: 'Headers of the answer' }).getByText('x-served-by: crm-1').waitFor()
    await pane(page).getByRole('region', { name: 'Body of the answer' }).getByText('not wanted').waitFor()
    expect(await barriers(page)).toEqual([])
    await shot(page, `webhooks-pane`)
    mend()
    await pane(page).getByRole('button', { name: 'Send again' }).click()
    // At once, before the service has answered.
    await pane(page).getByText('Waiting').waitFor()
    await advance(SECOND)
    await pane(page).getByText('Sent again, and accepted').waitFor()
    await page
      .getByRole('row', { name: /Ada Byron/ })
      .getByText('Delivered')
      .waitFor()
    expect(hook.received).toHaveLength(3)
    await page.getByRole('link', { name: 'Webhooks 1 gave up' }).waitFor()
    await pane(page).getByRole('link', { name: 'Open the whole page' }).click()
    await page.getByRole('heading', { level: 1, name: 'Ada Byron' }).waitFor()
    await page.getByText('"crm": 42').waitFor()
    expect(await barriers(page)).toEqual([])
    for (const width of [1440, 960, 480]) {
      await page.setViewportSize({ width, height: 900 })
      await shot(page, `webhook-${width}`)
      expect(await fitsItsWidth(page)).toBe(true)
    }
  })

  it.each(doors)('the keyboard opens a row and sends it again, and the focus comes back, over %s', async door => {
    const { world, page, advance, mend } = await aDesk(door)
    mend()
    await rows(page).first().focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await hasFocus(pane(page))
    await pane(page).getByRole('button', { name: 'Send again' }).press('Enter')
    await pane(page).getByText('It is being sent again').waitFor()
    await expect.poll(async () => (await world.get('/user/webhook-deliveries?status=dead')).body.total).toBe(1)
    await advance(SECOND)
    await pane(page).getByText('Sent again, and accepted').waitFor()
    await page.keyboard.press('Escape')
    await pane(page).waitFor({ state: 'detached' })
    await hasFocus(rows(page).nth(1))
  })

  it('all that wait or gave up and fit the filters are sent again, after their number was asked for', async () => {
    const { world, page, hook, call, advance, mend, fail } = await aDesk()
    mend()
    await page.getByRole('textbox', { name: 'Search webhooks' }).fill('byron')
    await expect.poll(() => rows(page).count()).toBe(1)
    await page.getByRole('button', { name: 'Send 1 again' }).click()
    const dialog = page.getByRole('dialog', { name: 'Send 1 webhook again?' })
    await dialog.getByText('fit the filters').waitFor()
    await shot(page, 'webhooks-send-all')
    await enter(dialog.getByRole('button', { name: 'Send 1 again' }))
    await page.getByRole('region', { name: 'Under way' }).getByText('0 of 1').waitFor()
    await advance(SECOND)
    await page.getByText('1 webhook was sent again and accepted.').waitFor()
    await rows(page).getByText('Delivered').waitFor()
    expect(hook.received).toHaveLength(3)
    await page.getByRole('button', { name: 'Clear the search' }).click()
    await expect.poll(() => rows(page).count()).toBe(2)
    await page.getByRole('button', { name: 'State' }).click()
    await page.getByRole('option', { name: 'Gave up' }).click()
    await expect
      .poll(() =>
        rows(page)
          .allInnerTexts()
          .then(texts => texts.join()),
      )
      .toContain('Bob Marsh')
    await expect.poll(() => rows(page).count()).toBe(1)
    expect(page.url()).toContain('status=dead')
    // The receiver breaks, so that a new one waits, and is mended.
    fail()
    await call('Cleo Wood')
    await advance(MINUTE)
    mend()
    await page.goto(page.url().replace('status=dead', ''))
    const cleo = page.getByRole('row', { name: /Cleo Wood/ })
    await cleo.getByText('Waiting').waitFor()
    await shot(page, 'webhooks-waiting')
    await page.getByRole('checkbox', { name: 'Select all on this page' }).click()
    const before = hook.received.length
    await page.getByRole('region', { name: 'Selected rows' }).getByRole('button', { name: 'Send again' }).click()
    const all = page.getByRole('dialog', { name: 'Send 3 webhooks again?' })
    await all.getByText('accepted already').waitFor()
    await all.getByRole('button', { name: 'Send 3 again' }).click()
    await all.waitFor({ state: 'detached' })
    await advance(SECOND)
    await page.getByText('2 webhooks were sent again and accepted. 1 skipped: accepted already.').waitFor()
    expect(hook.received).toHaveLength(before + 2)
    await cleo.getByText('Delivered').waitFor()
    // As many as there are tries: one at once, and those that it was sent again.
    const shown = await cleo.getByRole('cell').allInnerTexts()
    const { data } = (await world.get('/user/webhook-deliveries?search=cleo')).body
    const { attempts } = (await world.get(`/user/webhook-deliveries/${data[0].id}`)).body
    expect(shown).toContain(String(attempts.length))
  })

  it('a refusal takes the change back and says why, and new deliveries come by themselves', async () => {
    const { page, call, advance, tolerateFailedRequests } = await aDesk()
    tolerateFailedRequests()
    await page.route('**/rpc/webhooks/redeliver', route =>
      route.fulfill({
        status: 409,
        json: {
          json: { defined: true, code: 'CONFLICT', status: 409, message: 'The delivery is on its way already.' },
        },
      }),
    )
    await page.getByRole('row', { name: /Ada Byron/ }).click()
    await pane(page).getByRole('button', { name: 'Send again' }).click()
    await pane(page).getByText('The delivery is on its way already.').waitFor()
    await pane(page).getByText('Gave up').waitFor()
    await page.keyboard.press('Escape')
    // A warning in the corner goes when it was put right, and when its page is left.
    const warning = page.getByText('The webhook was not sent again.')
    const again = async () => {
      const ada = page.getByRole('row', { name: /Ada Byron/ })
      await ada.hover()
      await ada.getByRole('button', { name: 'Send again: Ada Byron' }).click()
    }
    await again()
    await warning.waitFor()
    await page.getByRole('link', { name: 'Today' }).click()
    await warning.waitFor({ state: 'detached' })
    await page.goBack()
    await again()
    await warning.waitFor()
    await page.unroute('**/rpc/webhooks/redeliver')
    await again()
    await warning.waitFor({ state: 'detached' })
    await advance(SECOND)
    await call('Cleo Dunn')
    await advance(MINUTE)
    await page.getByRole('row', { name: /Cleo Dunn/ }).waitFor()
    await page.getByRole('link', { name: 'Webhooks 3 gave up' }).waitFor()
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Put those away that gave up' }).click()
    await page.getByRole('link', { name: 'Webhooks', exact: true }).first().waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('link', { name: 'Webhooks 3 gave up' }).waitFor()
  })

  it('a test goes to an address, and its result is shown', async () => {
    const { page, hook, advance, mend } = await aDesk()
    mend()
    await page.getByRole('button', { name: 'Send a test' }).click()
    const dialog = page.getByRole('dialog', { name: 'Send a test' })
    await dialog.getByLabel('Address').fill('nowhere')
    await dialog.getByRole('button', { name: 'Send', exact: true }).click()
    await dialog.getByText('Address must be').waitFor()
    await dialog.getByLabel('Address').fill(hook.url)
    await dialog.getByRole('button', { name: 'Send', exact: true }).click()
    await dialog.getByText('Waiting').waitFor()
    await advance(SECOND)
    await dialog.getByText('The receiver has taken it.').waitFor()
    await dialog.getByText('"crm": 42').waitFor()
    await shot(page, 'webhooks-test')
    expect(await barriers(page)).toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('row', { name: /Test/ }).first().waitFor()
  })

  it('a new secret is shown once, with what the receivers must do', async () => {
    const { world, page } = await aDesk()
    await page.getByRole('link', { name: 'Signing' }).click()
    await page.getByText('made by the desk, and never shown').waitFor()
    expect(await barriers(page)).toEqual([])
    await shot(page, `webhooks-signing`)
    await page.getByRole('button', { name: 'Make a new secret' }).click()
    const dialog = page.getByRole('dialog', { name: 'Make a new signing secret?' })
    await dialog.getByText('One receiver checks it').waitFor()
    await enter(dialog.getByRole('button', { name: 'Make a new secret' }))
    const secret = page.getByRole('region', { name: 'New secret' })
    await secret.getByText(/^whsec_/).waitFor()
    await page.getByText('The old secret signs too until').waitFor()
    const { hint } = (await world.get('/user/webhook-secret')).body
    expect((await secret.innerText()).trim().endsWith(hint)).toBe(true)
    await shot(page, `webhooks-new-secret`)
    // Who has not copied it is asked before it is gone.
    await page.getByRole('link', { name: 'Deliveries' }).click()
    const leaving = page.getByRole('dialog', { name: 'Leave without the new secret?' })
    await leaving.getByRole('button', { name: 'Stay here' }).click()
    await leaving.waitFor({ state: 'detached' })
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByRole('button', { name: 'Copy: New secret' }).click()
    await page.getByRole('link', { name: 'Deliveries' }).click()
    await rows(page).first().waitFor()
    await page.goBack()
    await page.getByText('Go', { exact: true }).click()
    await page.getByRole('region', { name: 'Program in Go' }).getByText('func Verify').waitFor()
    expect(page.url()).toContain('in=go')
    await page.reload()
    await page.getByRole('region', { name: 'Program in Go' }).waitFor()
    expect(await page.getByRole('region', { name: 'New secret' }).count()).toBe(0)
  })

  it('Today leads to those that gave up, and an empty list says what to do', async () => {
    const { page } = await aDesk()
    await page.getByRole('link', { name: 'Today' }).click()
    await page.getByRole('link', { name: 'Open the webhooks that gave up' }).click()
    await page.getByRole('heading', { level: 1, name: 'Webhooks' }).waitFor()
    expect(page.url()).toContain('#/webhooks?status=dead')
    await page.goto(`${page.url().split('#')[0]}#/webhooks?event=test`)
    await page.getByText('No webhook fits these filters').waitFor()
  })
})
