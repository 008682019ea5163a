/** Measured on two cores (bench/README.md), and assumptions about a year of 10⁹ orders. */
export const measured = {
  /** Orders accepted per second by one process next to its PostgreSQL. */
  acceptedPerSecond: 858,
  /** Orders placed per second by one worker process and PostgreSQL on the same two cores. */
  placedPerSecond: 1_136,
  /** CPU of Node and PostgreSQL per order from acceptance to placed, ms. */
  cpuMsToPlaced: 1.44 + 1.61,
  /** CPU per order from placed to delivered, ms. */
  cpuMsToDelivered: 2.26,
  diskBytesPerOrder: 4_000,
  walBytesPerOrder: 22_400,
};

export const year = {
  orders: 1e9,
  accounts: 100_000,
  stores: 200,
  /** The busiest hour of the year compared with the average. */
  peakFactor: 8,
};

export const meanPerSecond = year.orders / (365 * 24 * 3600);
export const peakPerSecond = meanPerSecond * year.peakFactor;
