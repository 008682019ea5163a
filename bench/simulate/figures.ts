/** What was measured on two cores (bench/README.md), and what a year of 10⁹ orders is taken to be. */
export const measured = {
  /** Orders accepted a second by one process beside its PostgreSQL. */
  acceptedPerSecond: 858,
  /** Orders from pending to placed a second, one worker process and PostgreSQL on the same two cores. */
  placedPerSecond: 1_136,
  /** CPU of Node and PostgreSQL for one order from its acceptance to its placing, ms. */
  cpuMsToPlaced: 1.44 + 1.61,
  /** CPU for one order from placed to delivered, ms. */
  cpuMsToDelivered: 2.26,
  diskBytesPerOrder: 4_000,
  walBytesPerOrder: 32_600,
};

export const year = {
  orders: 1e9,
  accounts: 100_000,
  stores: 200,
  /** The busiest hour of the busiest day against the average of the year. */
  peakFactor: 8,
};

export const meanPerSecond = year.orders / (365 * 24 * 3600);
export const peakPerSecond = meanPerSecond * year.peakFactor;
