import { IconKey } from '@tabler/icons-react'
import { EmptyState } from './parts/EmptyState'

/** Shown in a tab without a session: says how to get one. */
export const SignedOut = () => (
  <main>
    <EmptyState icon={IconKey} title="This page opens by a link">
      The service printed it when it started, and it is good once. This prints a new one:{' '}
      <code>node out/main/cli.js console-link</code>, with the <code>--data-dir</code> that the service was started
      with, if any
    </EmptyState>
  </main>
)
