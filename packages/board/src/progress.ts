export { describeCheckout, describeElsewhere } from './board/checkout.ts'
export { type Progress, readProgress } from './board/read-progress.ts'
export { currentWaves, describeEnd, describeWaits, describeWave } from './progress/describe-progress.ts'
export { countDeliveries } from './progress/agents.ts'
