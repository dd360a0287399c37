import { CodeBlock } from '../../parts/CodeBlock'
import { FileDrop } from '../../parts/FileDrop'
import { Tabs } from '../../parts/Tabs'
import { Group } from './Group'

export const Files = () => (
  <>
    <Group title="Tabs">
      <Tabs
        label="Parts of an assistant"
        tabs={[
          { word: 'Identity', href: '#/kit', isOpen: true },
          { word: 'Mind', href: '#/kit?tab=mind', isOpen: false, mark: { tone: 'warn', says: 'changed' } },
          { word: 'Speech', href: '#/kit?tab=speech', isOpen: false, mark: { tone: 'bad', says: 'has a fault' } },
          { word: 'Calls', href: '#/kit?tab=calls', isOpen: false, count: 4 },
        ]}
      />
    </Group>
    <Group title="Files and texts for machines">
      <FileDrop
        title="Drop a file here, or choose one"
        accept={{ 'text/csv': ['.csv'] }}
        maxSize={10_000_000}
        onFiles={() => {}}
        onRefused={() => {}}
      >
        CSV, up to 10 MB
      </FileDrop>
      <CodeBlock label="Sample" text='{"status":"ok","data":{"id":12}}' />
    </Group>
  </>
)
