/// The parcels that are under way. Their places are reused, so that a new parcel needs no allocation.
struct ParcelPool {
    private var parcels: [Parcel] = []
    private var free: [Int32] = []

    subscript(place: Int32) -> Parcel { _read { yield parcels[Int(place)] } }

    /// - Returns: its place.
    mutating func put(_ parcel: consuming Parcel) -> Int32 {
        if let place = free.popLast() {
            parcels[Int(place)] = parcel
            return place
        }
        parcels.append(parcel)
        return Int32(parcels.count - 1)
    }

    mutating func remove(_ place: Int32) -> Parcel {
        let (kind, connection, id) = (parcels[Int(place)].kind, parcels[Int(place)].connection, parcels[Int(place)].id)
        let isRetained = parcels[Int(place)].isRetained
        let message = parcels[Int(place)].message.take()
        free.append(place)
        return Parcel(kind: kind, isRetained: isRetained, connection: connection, message: message, id: id)
    }
}
