/** Time as the module sees it is the client's; a part of its own, so that tests of leases, ladders and deadlines never wait. */
export { systemClock, type Clock } from "."
