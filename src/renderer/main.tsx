import '@fontsource-variable/inter/wght.css'
import '@fontsource-variable/jetbrains-mono/wght.css'
import '@mantine/core/styles.css'
import './theme/theme.css'
import { MantineProvider } from '@mantine/core'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './App'
import { connect } from './api/ipc'
import { SignedOut } from './SignedOut'
import { createDesk } from './stores/desk'
import { DeskProvider } from './stores/use-desk'
import { resolver, theme } from './theme/theme'

const client = await connect()
const desk = client ? createDesk(client) : null
desk?.start()

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <MantineProvider theme={theme} cssVariablesResolver={resolver} defaultColorScheme="auto">
      {desk ? (
        <DeskProvider value={desk}>
          <App />
        </DeskProvider>
      ) : (
        <SignedOut />
      )}
    </MantineProvider>
  </StrictMode>,
)
