// npm run bench: benchmarks, each against a baseline of the same run or an aim. They print; nothing is asserted.
// `npm run bench -- api start` runs those only.
import { build, install, node, root, run } from './prepare.mjs'

install()
build()
const flags = ['--experimental-strip-types', '--disable-warning=ExperimentalWarning']
run(node(), [...flags, 'bench/run.ts', ...process.argv.slice(2)], { cwd: root })
