import { IconKey } from '@tabler/icons-react'
import { EmptyState } from './parts/EmptyState'

/** Shown in a tab without a session: says how to get one. */
export const SignedOut = () => (
  <main>
    <EmptyState icon={IconKey} title="A link is needed to open this page">
      The service prints one when it starts. It can be used once. This prints a new one:{' '}
      <code>node out/main/cli.js console-link</code>, with the <code>--data-dir</code> that the service was started
      with, if any
    </EmptyState>
  </main>
)
